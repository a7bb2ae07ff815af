import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.portal.columns',
  {
    title: 'Audit log',
    card: 'Columns of the audit log',
    purpose:
      'Which columns your customers see in their audit log. What is hidden is recorded all the same, and is in the file that they export.',
    readOnly: 'Your role lets you read this, not change it.',
    saved: 'The columns are saved. People see them when they open the portal next.',
    none: 'Show one column at least',
    names: {
      createdAt: 'Time',
      email: 'User',
      action: 'Action',
      description: 'Description',
      ip: 'IP address',
      severity: 'Severity',
      userAgent: 'User agent',
      json: 'JSON data',
    },
  },
  { de: () => import('./columns.texts.de') },
)
