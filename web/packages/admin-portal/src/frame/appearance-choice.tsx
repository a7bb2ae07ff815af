import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { use } from 'react'
import { useT } from '../portal.texts'
import { ForcedSchemeContext } from './forced-scheme'

const CHOICES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

/** Light, dark, or as the system is. Not offered where the embedding page has decided. */
export function AppearanceChoice() {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (use(ForcedSchemeContext)) return null
  return (
    <>
      <Menu.Label>{t('account.appearance')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
        {CHOICES.map(([value, Icon]) => (
          <Menu.RadioItem
            key={value}
            value={value}
            closeMenuOnClick={false}
            rightSection={<Icon size={16} stroke={1.75} aria-hidden />}
          >
            {t(`account.${value}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  )
}
