export const texts = {
  title: 'Abonnements',
  purpose: 'Was Kunden mit einem Tarif, den sie mit Karte bezahlen, selbst tun dürfen.',
  readOnly: 'Ihre Rolle erlaubt, das zu lesen, aber nicht, es zu ändern.',
  card: 'Im Portal',
  saved: 'Die Einstellungen sind gespeichert. Kunden sehen sie, wenn sie die Seite das nächste Mal öffnen.',
  fields: {
    default_plan: {
      label: 'Tarif ohne Abonnement',
      help: 'Sein Name steht da, wo ein Kunde kein Abonnement hat. Er gibt niemandem Funktionen.',
      none: 'Kein Tarif',
      gone: '{{key}} (diesen Tarif gibt es nicht)',
    },
    allow_plan_downgrade: {
      label: 'In einen günstigeren Tarif wechseln',
      help: 'Aus: Kunden wechseln nur in einen, der gleich viel oder mehr kostet. Frühere Wechsel bleiben.',
    },
    allow_plan_cancellation: {
      label: 'Das Abonnement beenden',
      help: 'Zum Ende dessen, was bezahlt ist. Aus: Kunden müssen Sie fragen; was schon beendet ist, endet.',
    },
  },
} as const
