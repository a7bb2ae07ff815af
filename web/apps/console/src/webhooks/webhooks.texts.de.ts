export const texts = {
  title: 'Webhooks',
  purpose: 'Senden Sie Events aller Mandanten an Ihre eigenen Systeme.',
  readHelp: 'Inhaber können URLs hinzufügen, die Events aller Mandanten erhalten.',
  goneTenant: 'Gelöschter Mandant',
} as const
