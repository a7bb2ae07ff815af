// Runs in the head of every page before the first paint; the build inlines it into the HTML. It must not depend on
// anything that has to be loaded.

import { LANGUAGES, preferredLanguage, textLanguage } from '../language/preferred'
import { diagnoseFailure, reloadIfReachable, reloadWhenOnline } from './recovery'
import { SCHEME_KEY } from './scheme'

const page = document.documentElement

/** Applies the chosen or the system's color scheme before the first paint, so that the page does not flash. */
function applyColorScheme() {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(SCHEME_KEY)
  } catch {
    // Storage is blocked, so no choice was stored.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}

/** Shows the failure if the app's own script or style sheet did not load. */
async function showFailure() {
  const trouble = await diagnoseFailure()
  if (trouble === 'reloading') return
  const read = textLanguage(preferredLanguage())
  const language = LANGUAGES.some(({ code }) => code === read) ? read : 'en'
  for (const element of document.querySelectorAll<HTMLElement>('[data-trouble]')) {
    element.hidden = element.dataset.trouble !== trouble || element.lang !== language
    element.querySelector('button')?.addEventListener('click', () => void reloadIfReachable())
  }
  if (trouble === 'offline') reloadWhenOnline()
}

function onLoadError({ target }: Event) {
  const isOfApp =
    (target instanceof HTMLScriptElement && target.type === 'module') ||
    (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
  // Once the app runs, it reports failures itself.
  if (!isOfApp || document.querySelector('#root > :not([data-first])')) return
  window.removeEventListener('error', onLoadError, true)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void showFailure())
  else void showFailure()
}

applyColorScheme()
window.addEventListener('error', onLoadError, true)
