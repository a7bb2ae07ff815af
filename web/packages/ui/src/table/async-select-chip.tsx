import { Checkbox, Popover, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT as useTableT } from '../texts'
import { useT } from './async-select.texts'
import { Chip } from './filter-chip'
import type { AsyncSelectFilter, Option } from './filters'
import classes from './toolbar.module.css'

// More options than FEW get a search field; at most MOST are shown at once.
const SEARCH_FROM = 8
const MAX_SHOWN = 100

interface AsyncSelectChipProps {
  filter: AsyncSelectFilter
  value: readonly string[]
  onChange: (value: readonly string[] | undefined, change?: 'correction') => void
}

/**
 * A filter whose options the server provides. They are loaded when the chip opens, or if the address selects some;
 * unknown values are dropped then. The selection applies when the chip closes, as one history entry.
 */
export function AsyncSelectChip({ filter, value, onChange }: AsyncSelectChipProps) {
  const [opened, setOpened] = useState(false)
  const [ticked, setTicked] = useState(value)
  const loaded = filter.useOptions(opened || value.length > 0)
  const options = loaded instanceof Error ? undefined : loaded
  useDropUnknown(options, value, onChange)

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
          valueText={useSelectionText(options, value)}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => toggle(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {loaded instanceof Error ? (
          <ChipMessage role="alert">{loaded.message}</ChipMessage>
        ) : (
          <OptionList label={label} options={loaded} first={value} ticked={ticked} onTick={setTicked} onDone={toggle} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Takes focus while there are no options, so that Escape closes the chip. */
function ChipMessage({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <Text role={role} size="sm" tabIndex={-1} data-autofocus>
      {children}
    </Text>
  )
}

function useDropUnknown(
  options: readonly Option[] | undefined,
  value: readonly string[],
  onChange: AsyncSelectChipProps['onChange'],
) {
  const known = options && value.filter((one) => options.some((option) => option.value === one))
  useEffect(() => {
    if (known && known.length < value.length) onChange(known.length > 0 ? known : undefined, 'correction')
  })
}

function useSelectionText(options: readonly Option[] | undefined, value: readonly string[]): string | undefined {
  const t = useTableT()
  const [first, ...others] = (options ?? []).filter((option) => value.includes(option.value))
  if (!first) return undefined
  return others.length > 0 ? t('table.andMore', { name: first.label, count: others.length }) : first.label
}

interface OptionListProps {
  label: string
  options: readonly Option[] | undefined
  /** Options selected before are listed first. */
  first: readonly string[]
  ticked: readonly string[]
  onTick: (ticked: string[]) => void
  onDone: (opened: false) => void
}

function OptionList({ label, options, first, ticked, onTick, onDone }: OptionListProps) {
  const t = useT()
  const [part, setPart] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const isLoaded = options !== undefined
  const wasLoading = useRef(!isLoaded)
  // Options that were there when the chip opened already have focus.
  useEffect(() => {
    if (isLoaded && wasLoading.current) form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isLoaded])
  if (!options) return <ChipMessage>{t('loading')}</ChipMessage>
  if (options.length === 0) return <ChipMessage>{t('none')}</ChipMessage>
  const words = part.trim().toLocaleLowerCase()
  const matching = options.filter((option) => option.label.toLocaleLowerCase().includes(words))
  const rank = ({ value }: Option) => (first.includes(value) ? 0 : 1)
  const shown = matching.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_SHOWN)
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onDone(false)
  }
  return (
    <form ref={form} onSubmit={submit} onKeyDown={moveFocus} className={classes.entry}>
      {options.length > SEARCH_FROM && (
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

/** Arrow keys move between options, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLFormElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
