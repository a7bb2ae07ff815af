import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { useRef, useState } from 'react'
import { JsonField } from '../../shared/json-field'
import { jsonText, readJson } from '../../shared/json-text'
import { isSame, type Json, mergePatch } from '../../shared/merge-patch'
import { readEntries, saveEntry } from './entries.queries'
import { t, useT } from './entries.texts'
import { type EntryValues, entrySchema } from './entry-schema'

interface EntryDialogProps {
  /** Undefined for a new entry. */
  readonly known?: { readonly name: string; readonly entry: Json }
  readonly onClose: () => void
}

const START: Json = { configuration: {} }
/** Fields that the server adds to an entry without them. */
const EMPTY: Json = { configuration: {}, properties: [] }

/** Editor for an entry as JSON. Changes of other administrators are merged; a conflict is reported once. */
export function EntryDialog({ known, onClose }: EntryDialogProps) {
  const t = useT()
  const save = useAction(saveEntry)
  const api = useApi()
  const patchOf = usePatch()
  const [start] = useState(() => known?.entry ?? START)
  const dialog = useDialogForm<EntryValues>({
    schema: entrySchema,
    start: { name: known?.name ?? '', entry: jsonText(start) },
    async save({ name, entry }) {
      const there = (await readEntries(api))[name]
      const wanted = readJson(entry)
      // An equal entry is the result of an earlier attempt whose response was lost.
      if (!known && there && !isSame(there, { ...EMPTY, ...wanted }))
        throw new ApiError(409, '', [`name: ${t('form.nameTaken')}`])
      if (known && !there) throw new ApiError(409, '', [t('form.gone')])
      return save.run({ name, patch: there ? patchOf(start, wanted, there) : wanted })
    },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={known ? t('form.title', { name: known.name }) : t('add')}
      submitLabel={known ? t('form.submit') : t('add')}
      size={760}
    >
      {!known && (
        <Field of={dialog} name="name">
          {(input) => (
            <TextField
              label={t('form.name')}
              help={t('form.nameHelp')}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              {...input}
            />
          )}
        </Field>
      )}
      <Field of={dialog} name="entry">
        {(input) => (
          <JsonField
            label={t('form.entry')}
            help={t('form.entryHelp')}
            minRows={12}
            maxRows={24}
            {...(known && { 'data-autofocus': true })}
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}

/** Builds the patch, and reports each conflict with another administrator once. */
function usePatch() {
  const told = useRef(new Map<string, string>())
  return (start: Json, wanted: Json, now: Json): Json => {
    const { patch, overtaken } = mergePatch(start, wanted, now)
    const found = overtaken.map((path) => [path.join('.'), JSON.stringify(valueAt(now, path)) ?? ''] as const)
    const news = found.filter(([place, value]) => told.current.get(place) !== value)
    for (const [place, value] of found) told.current.set(place, value)
    if (news.length === 0) return patch
    throw new ApiError(
      409,
      '',
      news.map(([place]) => `entry: ${t('form.overtaken', { place })}`),
    )
  }
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], value)
