import { Checkbox, Popover, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT as useTableT } from '../texts'
import { Chip } from './filter-chip'
import type { AskedFilter, Option } from './filters'
import { useT } from './many.texts'
import classes from './toolbar.module.css'

// So many are seen at once; of more some are shown, and the others are found by a part of their name.
const FEW = 8
const MOST = 100

interface AskedChipProps {
  filter: AskedFilter
  value: readonly string[]
  onChange: (value: readonly string[] | undefined, change?: 'correction') => void
}

/**
 * Several of what only the server knows. It is asked when somebody opens the chip, or when the address says that some
 * are chosen; what it does not know is dropped then. The choice takes effect when the chip closes: one step to go back.
 */
export function AskedChip({ filter, value, onChange }: AskedChipProps) {
  const [opened, setOpened] = useState(false)
  const [ticked, setTicked] = useState(value)
  const asked = filter.useOptions(opened || value.length > 0)
  const options = asked instanceof Error ? undefined : asked
  useKnown(options, value, onChange)

  function toggle(next: boolean) {
    setOpened(next)
    if (next) setTicked(value)
    else if (ticked.join() !== value.join()) onChange(ticked.length > 0 ? ticked : undefined)
  }
  const label = filter.label()
  return (
    <Popover opened={opened} onChange={toggle} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Chip
          label={label}
          shown={useStaleWhileError(options, value)}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => toggle(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {asked instanceof Error ? (
          <Said role="alert">{asked.message}</Said>
        ) : (
          <Choice label={label} options={asked} first={value} ticked={ticked} onTick={setTicked} onDone={toggle} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Holds the focus while there is nothing to choose from, so that Escape closes the chip. */
function Said({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <Text role={role} size="sm" tabIndex={-1} data-autofocus>
      {children}
    </Text>
  )
}

function useKnown(
  options: readonly Option[] | undefined,
  value: readonly string[],
  onChange: AskedChipProps['onChange'],
) {
  const known = options && value.filter((one) => options.some((option) => option.value === one))
  useEffect(() => {
    if (known && known.length < value.length) onChange(known.length > 0 ? known : undefined, 'correction')
  })
}

function useStaleWhileError(options: readonly Option[] | undefined, value: readonly string[]): string | undefined {
  const t = useTableT()
  const [first, ...others] = (options ?? []).filter((option) => value.includes(option.value))
  if (!first) return undefined
  return others.length > 0 ? t('table.andMore', { name: first.label, count: others.length }) : first.label
}

interface ChoiceProps {
  label: string
  options: readonly Option[] | undefined
  /** What was chosen before stands above the others. */
  first: readonly string[]
  ticked: readonly string[]
  onTick: (ticked: string[]) => void
  onDone: (opened: false) => void
}

function Choice({ label, options, first, ticked, onTick, onDone }: ChoiceProps) {
  const t = useT()
  const [part, setPart] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const isLoaded = options !== undefined
  const cameLater = useRef(!isLoaded)
  // What there was when the chip opened has the focus from the chip.
  useEffect(() => {
    if (isLoaded && cameLater.current) form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isLoaded])
  if (!options) return <Said>{t('loading')}</Said>
  if (options.length === 0) return <Said>{t('none')}</Said>
  const words = part.trim().toLocaleLowerCase()
  const matching = options.filter((option) => option.label.toLocaleLowerCase().includes(words))
  const rank = ({ value }: Option) => (first.includes(value) ? 0 : 1)
  const shown = matching.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST)
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onDone(false)
  }
  return (
    <form ref={form} onSubmit={submit} onKeyDown={walk} className={classes.entry}>
      {options.length > FEW && (
        <TextInput
          aria-label={`${t('find')}: ${label}`}
          placeholder={t('find')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group aria-label={label} value={[...ticked]} onChange={onTick}>
        <div className={`${classes.choices} ${classes.entry}`}>
          {shown.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
        </div>
      </Checkbox.Group>
      {shown.length < matching.length && <Text size="sm">{t('more')}</Text>}
      {shown.length === 0 && <Text size="sm">{t('noMatch')}</Text>}
    </form>
  )
}

/** Arrows lead from one to the next, as in a menu. */
function walk(event: KeyboardEvent<HTMLFormElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
