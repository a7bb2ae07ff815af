export const texts = {
  title: 'Abonnements',
  purpose: 'Legen Sie fest, was Mandanten an einem per Karte bezahlten Abonnement selbst ändern können.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  card: 'Self-Service im Portal',
  saved: 'Einstellungen gespeichert. Mandanten sehen sie beim nächsten Öffnen der Seite.',
  fields: {
    default_plan: {
      label: 'Angezeigter Tarif ohne Abonnement',
      help: 'Der Tarifname, den Mandanten ohne Abonnement sehen. Er gewährt keine Funktionen.',
      none: 'Kein Tarif',
      gone: '{{key}} (Tarif nicht gefunden)',
    },
    allow_plan_downgrade: {
      label: 'Wechsel in günstigere Tarife erlauben',
      help: 'Aus: Mandanten können nur in gleich teure oder teurere Tarife wechseln. Frühere Wechsel sind nicht betroffen.',
    },
    allow_plan_cancellation: {
      label: 'Kündigung erlauben',
      help: 'Abonnements enden mit Ablauf des bezahlten Zeitraums. Aus: Mandanten müssen sich an Sie wenden; bereits gekündigte Abonnements enden trotzdem.',
    },
  },
} as const
