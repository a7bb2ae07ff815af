import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../texts'
import classes from './toolbar.module.css'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  label: string
}

export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const t = useT()
  const [text, setText] = useState(value)
  const sent = useRef(value)

  const send = (next: string) => {
    sent.current = next
    if (next !== value) onChange(next)
  }
  const sendSoon = useDebouncedCallback(send, 300)

  // Follows external changes of the address, such as back or "clear filters", without disturbing the typing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    sendSoon.cancel()
    setText(value)
  }, [value, sendSoon])

  function clear() {
    sendSoon.cancel()
    setText('')
    send('')
  }

  return (
    <TextInput
      className={classes.search}
      role="searchbox"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={text && <CloseButton aria-label={t('table.clearSearch')} onClick={clear} />}
      // The server's limit for search texts.
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        sendSoon(event.currentTarget.value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') sendSoon.flush()
        if (event.key === 'Escape' && text) {
          event.stopPropagation()
          clear()
        }
      }}
    />
  )
}
