export const texts = {
  title: 'Abonnements',
  purpose: 'Legen Sie fest, welche Änderungen Mandanten an Abonnements mit Kartenzahlung selbst vornehmen können.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  card: 'Self-Service im Portal',
  saved: 'Einstellungen gespeichert. Mandanten sehen die Änderungen beim nächsten Öffnen der Seite.',
  fields: {
    default_plan: {
      label: 'Angezeigter Tarif ohne Abonnement',
      help: 'Diesen Tarifnamen sehen Mandanten ohne Abonnement. Er schaltet keine Funktionen frei.',
      none: 'Kein Tarif',
      gone: '{{key}} (Tarif nicht gefunden)',
    },
    allow_plan_downgrade: {
      label: 'Wechsel in günstigere Tarife erlauben',
      help: 'Wenn ausgeschaltet, können Mandanten nur in gleich teure oder teurere Tarife wechseln. Frühere Wechsel sind nicht betroffen.',
    },
    allow_plan_cancellation: {
      label: 'Kündigung erlauben',
      help: 'Abonnements enden mit Ablauf des bezahlten Zeitraums. Wenn ausgeschaltet, müssen sich Mandanten an Sie wenden. Bereits gekündigte Abonnements enden trotzdem.',
    },
  },
} as const
