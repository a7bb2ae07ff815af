export const texts = {
  tools: 'Vorschau',
  step: 'Schritt',
  product: 'Produktname',
  accent: 'Akzentfarbe',
  dark: 'Dunkel',
}
