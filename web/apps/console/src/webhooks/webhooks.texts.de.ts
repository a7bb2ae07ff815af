export const texts = {
  title: 'Webhooks',
  purpose: 'Sagen Sie Ihren eigenen Systemen, wenn in irgendeinem Mandanten etwas geschieht.',
  readHelp: 'Inhaber geben an, an welche Adressen Ereignisse aller Mandanten gesendet werden.',
  goneTenant: 'Ein Mandant, den es nicht mehr gibt',
} as const
