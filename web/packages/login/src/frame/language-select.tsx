import { useLanguageChoice } from '@gatehouse/ui'
import { useT } from '../texts'
import classes from './frame.module.css'

/** A native select: it works before other scripts are loaded, and on every device. */
export function LanguageSelect() {
  const t = useT()
  const choice = useLanguageChoice()
  if (!choice) return null
  return (
    <select
      className={classes.language}
      aria-label={t('language')}
      value={choice.chosen}
      onChange={({ target }) => choice.choose(target.value)}
    >
      {choice.languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
