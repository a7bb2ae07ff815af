export const texts = { all: 'Alle {{count}} anzeigen' } as const
