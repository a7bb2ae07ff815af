import { Menu } from '@mantine/core'
import { useLanguageChoice } from '../language/use-language'
import { useT } from './shell.texts'

/** Lists each language by its own name; nothing if the embedding page has fixed it. */
export function LanguageChoice() {
  const t = useT()
  const choice = useLanguageChoice()
  if (!choice) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('account.language')}</Menu.Label>
      <Menu.RadioGroup value={choice.chosen} onChange={choice.choose}>
        {choice.languages.map(({ code, name }) => (
          <Menu.RadioItem key={code} value={code} lang={code} closeMenuOnClick={false}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
