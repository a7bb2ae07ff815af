export const texts = {
  title: 'Webhooks',
  purpose: 'Senden Sie Ereignisse aller Mandanten an Ihre eigenen Systeme.',
  readHelp: 'Inhaber können URLs hinzufügen, die die Ereignisse aller Mandanten erhalten.',
  goneTenant: 'Gelöschter Mandant',
} as const
