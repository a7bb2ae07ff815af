/** `h('label', {for: id}, 'Name')`: an element with attributes, listeners (`onclick`) and children. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value != null) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false))
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** A line drawing on a 20 px grid, invisible to screen readers. */
export function icon(path) {
  const svg = document.createElementNS(SVG, 'svg')
  const line = document.createElementNS(SVG, 'path')
  for (const [name, value] of Object.entries({ viewBox: '0 0 20 20', 'aria-hidden': 'true' })) {
    svg.setAttribute(name, value)
  }
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

export const ICONS = {
  close: 'M5 5l10 10M15 5L5 15',
  check: 'M4 10.5l4 4 8-9',
  alert: 'M10 5.5v5.5M10 14.2v.3',
  lock: 'M6 9V7a4 4 0 018 0v2M5 9h10v7H5z',
  plus: 'M10 5v10M5 10h10',
  minus: 'M5 10h10',
}
