export const texts = {
  text: 'Geben Sie den Code aus der E-Mail ein.',
  setPassword: 'Geben Sie den Code aus der E-Mail ein und wählen Sie ein Passwort.',
  again: 'Neuen Code senden',
}
