import type { AdminBox } from '@gatehouse/sdk'
import { addTexts } from '@gatehouse/ui'
import { useEffect } from 'react'

/** The vendor's own wordings: `localizations.<language>.adminPortal.<section>` holds a section's texts by key. */
export function useLocalizations({ localizations }: AdminBox): void {
  useEffect(() => {
    for (const [language, boxes] of entries(localizations)) {
      for (const [box, sections] of entries(boxes)) {
        if (box !== 'adminPortal') continue
        for (const [section, texts] of entries(sections)) addTexts(`portal.${section}`, language, onlyTexts(texts))
      }
    }
  }, [localizations])
}

interface Texts {
  [key: string]: string | Texts
}

/** Vendors write this by hand: whatever is neither a text nor a group of texts is left out. */
function onlyTexts(value: unknown): Texts {
  const texts = entries(value).flatMap(([key, text]): [string, string | Texts][] => {
    if (typeof text === 'string') return [[key, text]]
    return typeof text === 'object' ? [[key, onlyTexts(text)]] : []
  })
  return Object.fromEntries(texts)
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
