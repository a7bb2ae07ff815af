export const texts = {
  tools: 'Vorschau',
  step: 'Schritt',
  product: 'Name des Produkts',
  accent: 'Akzentfarbe',
  dark: 'Dunkel',
}
