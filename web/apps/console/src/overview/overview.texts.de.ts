export const texts = {
  title: 'Überblick',
  purpose: 'Wie viele das Produkt benutzen, wer hereinkommt und was bezahlt wird.',
  tenants: 'Mandanten',
  people: 'Personen',
  licenses: 'Laufende Lizenzen',
  atLeast: 'Mehr als {{count}}',
  signIns: {
    title: 'Anmeldungen pro Tag',
    finding_one: '{{formatted}} Anmeldung in den letzten 30 Tagen',
    finding_other: '{{formatted}} Anmeldungen in den letzten 30 Tagen',
    column: 'Anmeldungen',
  },
  active: {
    title: 'Aktive Personen pro Tag',
    finding: 'Höchstens {{formatted}} an einem Tag',
    column: 'Personen',
  },
  day: 'Tag (UTC)',
  month: 'Monat (UTC)',
  cut: 'Es geschah mehr, als betrachtet wurde: Tage vor {{when}} sind nicht vollständig.',
  paid: {
    title: 'Mit Karte bezahlt, pro Monat',
    none: 'Im letzten Jahr wurde nichts mit Karte bezahlt.',
    amount: 'Bezahlt',
    invoices: 'Rechnungen',
  },
} as const
