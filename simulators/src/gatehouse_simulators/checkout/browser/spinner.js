/** A loading indicator above the page. */

const ID = 'paddle-spinner'

export function show() {
  if (document.getElementById(ID)) return
  const host = document.createElement('div')
  host.id = ID
  host.setAttribute('role', 'status')
  host.setAttribute('aria-label', 'Loading')
  host.style.cssText = 'position:fixed;inset:0;display:grid;place-items:center;z-index:2147483646'
  host.attachShadow({ mode: 'open' }).innerHTML =
    '<style>i{width:28px;height:28px;border-radius:50%;border:3px solid #8886;border-top-color:#4a4f5c;' +
    'animation:turn .8s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}</style><i></i>'
  document.body.append(host)
}

export function hide() {
  document.getElementById(ID)?.remove()
}
