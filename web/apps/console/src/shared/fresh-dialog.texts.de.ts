export const texts = {
  title: 'Zeigen Sie erst Ihren zweiten Faktor',
  text: 'Das tut nur, wer in der letzten Viertelstunde einen zweiten Faktor gezeigt hat. Danach kommen Sie hierher zurück.',
  verb: 'Jetzt zeigen',
  reason: 'Grund',
  reasonHelp: 'Er steht im Prüfprotokoll.',
  reasonShort: 'Sagen Sie in wenigen Worten, warum',
} as const
