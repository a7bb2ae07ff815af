import { useApi } from '@gatehouse/react'
import { errorText, InlineAlert, Loading } from '@gatehouse/ui'
import { Button, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type CardForm, openCardForm } from './card-form'
import { CardScriptMissingError } from './card-provider'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'

interface CardFieldsProps {
  /** Once they can be typed in; nothing again when they are gone. */
  readonly onForm: (form: CardForm | undefined) => void
}

/** The provider's own fields. Where they do not come, why, and another try. */
export function CardFields({ onForm }: CardFieldsProps) {
  const t = useT()
  const { place, isReady, error, retry } = useCardForm(onForm)
  const isMissing = error instanceof CardScriptMissingError
  return (
    <>
      {!isReady && !error && <Loading label={t('card.loading')} />}
      {error !== undefined && (
        <InlineAlert
          tone="danger"
          title={t('card.missing')}
          action={
            <Button variant="default" onClick={retry}>
              {t('card.retry')}
            </Button>
          }
        >
          {isMissing ? t('card.missingHelp') : errorText(error)}
        </InlineAlert>
      )}
      <div ref={place} className={classes.fields} data-ready={isReady} />
    </>
  )
}

function useCardForm(onForm: CardFieldsProps['onForm']) {
  const api = useApi()
  const place = useRef<HTMLDivElement>(null)
  const [tries, setTries] = useState(1)
  const [form, setForm] = useState<CardForm>()
  const [error, setError] = useState<unknown>()
  const tell = useRef(onForm)
  tell.current = onForm

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a form of its own.
  useEffect(() => {
    let isOver = false
    let opened: CardForm | undefined
    async function open(where: HTMLElement) {
      try {
        const made = await openCardForm(api, where)
        if (isOver) return made.close()
        opened = made
        setForm(made)
        tell.current(made)
      } catch (reason) {
        if (!isOver) setError(reason)
      }
    }
    if (place.current) void open(place.current)
    return () => {
      isOver = true
      opened?.close()
      tell.current(undefined)
    }
  }, [api, tries])

  const scheme = useComputedColorScheme('light')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields stand apart from the page, and see no change of it.
  useEffect(() => form?.restyle(), [form, scheme])

  function retry() {
    setError(undefined)
    setTries(tries + 1)
  }
  return { place, isReady: form !== undefined, error, retry }
}
