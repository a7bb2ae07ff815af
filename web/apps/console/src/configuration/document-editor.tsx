import { refusedValue, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import {
  ConfirmDialog,
  CopyButton,
  DiscardQuestion,
  errorText,
  InlineAlert,
  TextAreaField,
  useUnsaved,
} from '@gatehouse/ui'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ChangeList } from './change-list'
import { applyDocument, compareDocument } from './configuration.queries'
import { useT } from './configuration.texts'
import { problemMessages } from './problem-messages'
import { Problems } from './problems'

/** The server's result for a document: its changes, or the problems that prevent them. */
type DocumentResult =
  | { readonly differences: readonly string[]; readonly digest: string; readonly isOvertaken?: boolean }
  | { readonly refused: unknown }

interface DocumentEditorProps {
  readonly shown: string
  /** Focuses the editor when the dialog opens. */
  readonly isFirst?: boolean
  /** Reports whether closing would lose unsaved text. */
  readonly onUnsaved?: (isUnsaved: boolean) => void
}

/** Longer documents are not measured on each key press: with a thousand plans that takes seconds. */
const LONG = 20_000
const MOST_ROWS = 28

/** Editor for the document. Changes must be reviewed before they can be applied. */
export function DocumentEditor({ shown, isFirst = false, onUnsaved }: DocumentEditorProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const compare = useAction(compareDocument)
  const apply = useAction(applyDocument, { awaitRefetch: true })
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string>()
  const [said, setSaid] = useState<DocumentResult>()
  const [asking, setAsking] = useState<'apply' | 'discard'>()
  const ask = (question?: 'apply' | 'discard') => () => setAsking(question)
  const document = typed ?? shown
  const newest = useRef(document)
  newest.current = document
  const isUnsaved = typed !== undefined && typed !== shown
  useUnsaved(isUnsaved)
  useEffect(() => {
    if (isFirst) area.current?.focus({ preventScroll: true })
  }, [isFirst])

  function change(next: string | undefined) {
    setTyped(next)
    setSaid(undefined)
    onUnsaved?.(next !== undefined && next !== shown)
  }
  function discard() {
    // The button that had focus disappears.
    area.current?.focus()
    change(undefined)
    setAsking(undefined)
  }
  async function check() {
    const about = await compare.run(document).catch((refused: unknown) => ({ refused }))
    // Ignores a result for a document that was edited in the meantime.
    if (newest.current === document) setSaid(about)
  }
  async function confirmApply() {
    if (!said || 'refused' in said) return
    try {
      await apply.run({ document, digest: said.digest })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'vendor.document_changed')) throw error
      setSaid({ ...(await compare.run(document)), isOvertaken: true })
      return
    }
    change(undefined)
  }
  function show(position: number) {
    const field = area.current
    if (!field) return
    field.focus()
    field.setSelectionRange(position, position)
    const line = document.slice(0, position).split('\n').length - 1
    field.scrollTop = (line / document.split('\n').length) * field.scrollHeight
  }

  return (
    <Stack gap="lg">
      {!canChange && <Text c="dimmed">{t('readOnly')}</Text>}
      <TextAreaField
        ref={area}
        label={t('document')}
        help={t('help')}
        value={document}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        readOnly={!canChange}
        data-autofocus={isFirst || undefined}
        autosize={shown.length < LONG}
        rows={shown.length < LONG ? undefined : MOST_ROWS}
        maxRows={MOST_ROWS}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre', overflowX: 'auto' } }}
      />
      <Group>
        {canChange && (
          <Button onClick={() => void check()} loading={compare.isRunning}>
            {t('compare')}
          </Button>
        )}
        {typed !== undefined && (
          <Button variant="default" onClick={isUnsaved ? ask('discard') : discard}>
            {t('again')}
          </Button>
        )}
        <CopyButton value={document} label={t('copy')} />
      </Group>
      {said && 'refused' in said && <Refused error={said.refused} document={document} onShow={show} />}
      {said && 'differences' in said && (
        <>
          {said.isOvertaken && (
            <InlineAlert tone="warning" title={t('overtaken')}>
              {t('overtakenHelp')}
            </InlineAlert>
          )}
          <ChangeList lines={said.differences} action={<Button onClick={ask('apply')}>{t('apply')}</Button>} />
        </>
      )}
      <ConfirmDialog
        opened={asking === 'apply'}
        onClose={ask()}
        onConfirm={confirmApply}
        title={t('question')}
        verb={t('verb')}
        danger={false}
      >
        {t('warning')}
      </ConfirmDialog>
      <DiscardQuestion opened={asking === 'discard'} onClose={ask()} onDiscard={discard} />
    </Stack>
  )
}

interface RefusedProps {
  readonly error: unknown
  readonly document: string
  readonly onShow: (position: number) => void
}

function Refused({ error, document, onShow }: RefusedProps) {
  const problems = problemMessages(error)
  if (problems.length === 0) return <InlineAlert tone="danger">{textOf(error)}</InlineAlert>
  return <Problems problems={problems} document={document} onShow={onShow} />
}

/** Without a message of its own, the error is shown like an invalid field. */
function textOf(error: unknown): string {
  const [, said] = /^document: (.*)/s.exec(error instanceof ApiError ? error.message : '') ?? []
  return said ? refusedValue(said) : errorText(error)
}
