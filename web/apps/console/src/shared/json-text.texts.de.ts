export const texts = {
  object: 'Geben Sie ein JSON-Objekt ein, zum Beispiel { "team": "billing" }',
  at: 'Zeile {{line}}, Spalte {{column}}: {{problem}}',
  problem: {
    value: 'ein Wert fehlt; Texte müssen in doppelten Anführungszeichen stehen',
    name: 'ein Eigenschaftsname in doppelten Anführungszeichen fehlt',
    twice: 'dieser Eigenschaftsname wird zweimal verwendet',
    colon: 'ein Doppelpunkt fehlt',
    comma: 'ein Komma oder die schließende Klammer fehlt',
    rest: 'unerwartete Zeichen nach dem Objekt',
  },
} as const
