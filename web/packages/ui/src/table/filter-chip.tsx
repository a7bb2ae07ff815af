import { Menu, Popover, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { useT } from '../texts'
import type { Option } from './filters'
import classes from './toolbar.module.css'

interface ChipProps extends UnstyledButtonProps, Omit<ComponentProps<'button'>, 'style'> {
  label: string
  /** The value, shown after the name. */
  valueText: string | undefined
}

/** The name of a filter with its value, if set. */
export function Chip({ label, valueText, className = '', ...button }: ChipProps) {
  return (
    <UnstyledButton
      {...button}
      className={`${classes.chip} ${className}`}
      data-active={valueText === undefined ? undefined : true}
    >
      <span className={classes.chipLabel}>{valueText === undefined ? label : `${label}: ${valueText}`}</span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  )
}

interface ChoiceChipProps {
  label: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function ChoiceChip({ label, options, value, onChange }: ChoiceChipProps) {
  const t = useT()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Chip label={label} valueText={options.find((option) => option.value === value)?.label} />
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

interface ChoicesChipProps {
  label: string
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}

/** The selection applies when the menu closes, as one history entry. */
export function ChoicesChip({ label, options, value, onChange }: ChoicesChipProps) {
  const t = useT()
  const [ticked, setTicked] = useState(value)
  const names = options.filter((option) => value.includes(option.value)).map((option) => option.label)
  const [first, ...others] = names
  const shown = others.length > 0 ? t('table.andMore', { name: first ?? '', count: others.length }) : first

  function toggle(one: string, isTicked: boolean) {
    setTicked(isTicked ? [...ticked, one] : ticked.filter((other) => other !== one))
  }
  function apply() {
    if (ticked.join() !== value.join()) onChange(ticked)
  }
  return (
    <Menu position="bottom-start" closeOnItemClick={false} onOpen={() => setTicked(value)} onClose={apply}>
      <Menu.Target>
        <Chip label={label} valueText={shown} />
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {options.map((option) => (
          <Menu.CheckboxItem
            key={option.value}
            checked={ticked.includes(option.value)}
            onChange={(isTicked) => toggle(option.value, isTicked)}
          >
            {option.label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface EntryChipProps {
  label: string
  valueText: string | undefined
  /** The fields, while the chip is open. */
  children: ReactNode
  /** Returns false if the input is invalid. */
  onApply: () => boolean
  onOpen: () => void
}

/** A chip with a typed value. */
export function EntryChip({ label, valueText, children, onApply, onOpen }: EntryChipProps) {
  const [opened, setOpened] = useState(false)
  function toggle(next: boolean) {
    if (next) onOpen()
    setOpened(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (onApply()) setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={toggle} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Chip
          label={label}
          valueText={valueText}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => toggle(!opened)}
        />
      </Popover.Target>
      {/* Never wider than a phone. */}
      <Popover.Dropdown role="dialog" aria-label={label} maw="calc(100vw - 1rem)">
        <form onSubmit={submit} noValidate className={classes.entry}>
          {children}
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
