export const texts = {
  title: 'Sie werden abgemeldet',
  ask: 'Abmelden?',
  askOf: 'Von {{product}} abmelden?',
  askText: 'Sie sind als {{email}} angemeldet. Beim Abmelden endet Ihre Sitzung in allen Tabs.',
  askTextUnknown: 'Beim Abmelden endet Ihre Sitzung in allen Tabs.',
  submit: 'Abmelden',
  stay: 'Angemeldet bleiben',
} as const
