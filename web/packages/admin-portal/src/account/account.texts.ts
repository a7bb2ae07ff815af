import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.account',
  {
    title: 'Account',
    purpose: 'The company behind this account, as it appears on invitations and invoices.',
    details: 'Company details',
    readOnly: 'Only administrators can change these.',
    name: 'Company name',
    nameMissing: 'Enter the company’s name',
    website: 'Website',
    websiteWrong: 'Enter a web address, such as www.example.com',
    address: 'Address',
    timezone: 'Time zone',
    timezoneHelp: 'For the times in emails and reports',
    currency: 'Currency',
    none: 'Not set',
    search: 'Type to search',
    nothingFound: 'Nothing found',
    saved: 'Account saved',
  },
  { de: () => import('./account.texts.de') },
)
