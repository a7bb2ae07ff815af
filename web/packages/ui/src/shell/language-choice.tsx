import { Menu } from '@mantine/core'
import { useLanguageChoice } from '../language/use-language'
import { useT } from './shell.texts'

/** Each language by its own name; nothing where the embedding page has decided. */
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
