export const texts = {
  title: 'Arbeitsbereich',
  purpose:
    'Was Infrastruktur-Code hier ablegt, um es wiederzufinden. Nichts hier hängt davon ab, und Kunden sehen es nicht.',
  readOnly: 'Ihre Rolle erlaubt, das zu lesen, aber nicht, es zu ändern.',
  card: 'Über Ihre Firma',
  saved: 'Der Arbeitsbereich ist gespeichert',
  fields: {
    country: { label: 'Land', help: 'Ihrer Firma.' },
    backend_stack: { label: 'Serverseite', help: 'Woraus die Serverseite Ihres Produkts besteht.' },
    frontend_stack: { label: 'Seiten', help: 'Woraus die Seiten Ihres Produkts bestehen.' },
    host: { label: 'Adresse der Plattform', help: 'Der Plattform, von der Sie kommen.' },
    open_saas_installed: {
      label: 'Startpaket ist im Einsatz',
      help: 'Bleibt, wie es gesetzt ist, als openSaaSInstalled.',
    },
  },
} as const
