import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.portal.columns',
  {
    title: 'Audit log',
    card: 'Audit log columns',
    purpose:
      'Choose which columns tenants see in their audit log. Hidden columns are still recorded and included in exports.',
    readOnly: 'Your role has read-only access.',
    saved: 'Columns saved. Changes appear the next time users open the portal.',
    none: 'Show at least one column',
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
