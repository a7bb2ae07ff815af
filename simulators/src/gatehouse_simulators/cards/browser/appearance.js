/** The appearance that the page chose: a theme, and a few values. */

const DARK = ['night']
const VARIABLES = {
  colorPrimary: '--accent',
  colorBackground: '--surface',
  colorText: '--text',
  colorTextSecondary: '--muted',
  colorDanger: '--danger',
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSizeBase: '--size',
}

export function dress(frame, appearance = {}) {
  frame.dataset.theme = DARK.includes(appearance.theme) ? 'dark' : 'light'
  for (const [name, property] of Object.entries(VARIABLES)) {
    const value = appearance.variables?.[name]
    if (value) frame.style.setProperty(property, value)
    else frame.style.removeProperty(property)
  }
}
