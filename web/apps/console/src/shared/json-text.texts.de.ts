export const texts = {
  object: 'Schreiben Sie ein Objekt in geschweiften Klammern, etwa { "team": "billing" }',
  at: 'Zeile {{line}}, Spalte {{column}}: {{problem}}',
  problem: {
    value: 'hier fehlt ein Wert; Texte stehen in geraden Anführungszeichen',
    name: 'hier fehlt ein Name in geraden Anführungszeichen',
    twice: 'diesen Namen gibt es schon',
    colon: 'hier fehlt ein Doppelpunkt',
    comma: 'hier fehlt ein Komma oder die schließende Klammer',
    rest: 'hier darf nichts mehr stehen',
  },
} as const
