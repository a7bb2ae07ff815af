export const texts = {
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein',
  url: 'URL',
  urlWrong: 'Geben Sie eine URL ein, die mit https:// oder http:// beginnt',
  description: 'Beschreibung',
}
