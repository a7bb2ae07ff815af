import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useT } from '../texts'
import classes from './toolbar.module.css'

interface FilterChipProps {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One filter: its name, and its value once it has one. */
export function FilterChip({ label, options, value, onChange }: FilterChipProps) {
  const t = useT()
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.chip} data-active={chosen ? true : undefined}>
          {chosen ? `${label}: ${chosen.label}` : label}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value ?? ''} onChange={(next) => onChange(next || undefined)}>
          <Menu.RadioItem value="" closeMenuOnClick>
            {t('table.any')}
          </Menu.RadioItem>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
