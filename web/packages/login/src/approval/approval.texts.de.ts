export const texts = {
  checking: 'Anfrage wird geladen',
  text: '{{requester}} bittet um Ihre Genehmigung.',
  since: 'Angefragt am {{when}}',
  approve: 'Genehmigen',
  refuse: 'Ablehnen',
  approved: 'Anfrage genehmigt',
  refused: 'Anfrage abgelehnt',
  done: 'Ihre Entscheidung wurde gespeichert. Sie können diese Seite schließen.',
  over: 'Diese Anfrage ist abgeschlossen',
  overText: 'Sie wurde bereits entschieden oder ist abgelaufen.',
} as const
