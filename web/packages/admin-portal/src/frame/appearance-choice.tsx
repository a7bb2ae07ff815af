import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { use } from 'react'
import { useT } from '../portal.texts'
import classes from './appearance-choice.module.css'
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
    <div className={classes.row}>
      <span id="portal-appearance">{t('account.appearance')}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby="portal-appearance"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)}
        data={CHOICES.map(([value, Icon]) => ({
          value,
          label: (
            <span className={classes.choice} title={t(`account.${value}`)}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <VisuallyHidden>{t(`account.${value}`)}</VisuallyHidden>
            </span>
          ),
        }))}
      />
    </div>
  )
}
