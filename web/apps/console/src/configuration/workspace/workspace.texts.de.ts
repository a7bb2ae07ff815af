export const texts = {
  title: 'Arbeitsbereich',
  purpose:
    'Werte, die Ihr Infrastruktur-Code hier ablegt. Sie wirken sich nicht auf das Produkt aus, und Mandanten sehen sie nicht.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  card: 'Unternehmen',
  saved: 'Workspace gespeichert',
  fields: {
    country: { label: 'Land', help: 'Das Land Ihres Unternehmens.' },
    backend_stack: { label: 'Backend-Technologie', help: 'Die Technologie des Backends Ihres Produkts.' },
    frontend_stack: { label: 'Frontend-Technologie', help: 'Die Technologie des Frontends Ihres Produkts.' },
    host: { label: 'Bisheriger Host', help: 'Der Host der Plattform, von der Sie wechseln.' },
    open_saas_installed: {
      label: 'Starter-Kit installiert',
      help: 'Gespeichert als openSaaSInstalled.',
    },
  },
} as const
