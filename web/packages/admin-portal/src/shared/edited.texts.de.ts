export const texts = {
  by: 'Jemand anderes hat das inzwischen auf „{{value}}“ gesetzt. Speichern Sie noch einmal, wenn Ihres gelten soll.',
  other: 'Jemand anderes hat das inzwischen geändert. Speichern Sie noch einmal, wenn Ihres gelten soll.',
} as const
