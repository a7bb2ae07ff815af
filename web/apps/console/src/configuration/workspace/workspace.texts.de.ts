export const texts = {
  title: 'Workspace',
  purpose:
    'Werte, die Ihr Infrastrukturcode hier ablegt. Sie wirken sich nicht auf das Produkt aus und sind für Mandanten nicht sichtbar.',
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
      help: 'Wird als openSaaSInstalled gespeichert.',
    },
  },
} as const
