export const texts = {
  checking: 'Die Anfrage wird geladen',
  text: '{{requester}} bittet um Ihre Zustimmung.',
  since: 'Angefragt am {{when}}',
  approve: 'Zustimmen',
  refuse: 'Ablehnen',
  approved: 'Sie haben zugestimmt',
  refused: 'Sie haben abgelehnt',
  done: 'Ihre Antwort ist festgehalten. Sie können diese Seite schließen.',
  over: 'Diese Anfrage ist abgeschlossen',
  overText: 'Sie wurde beantwortet, von jemand anderem entschieden, oder ihre Zeit ist abgelaufen.',
} as const
