import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'

/** A form that edits a stored object, and the field that the test changes. */
export interface EditForm {
  /** The source file without its extension. A file with several forms has one entry for each. */
  readonly file: string
  /**
   * The stored object when the form opens. While it is open, another administrator replaces each `older` in it by
   * `theirs`; `swap` names other words if the field has no free text.
   */
  readonly stored: object
  readonly swap?: readonly [older: string, theirs: string]
  /** The requests that load the object, and their responses. */
  readonly reads: Readonly<Record<string, (stored: never) => unknown>>
  readonly open: (stored: never) => ReactElement
  /** The label of a field and the text typed into it, or custom steps. The request then contains `mine`. */
  readonly change: readonly [label: string, text: string] | (() => Promise<void>)
  readonly mine?: string
  /**
   * What happens to the other administrator's value. `untouched`: it is not sent and stays on the server. `sent`: the
   * request writes everything, including it. `asked`: it is in the same field, so the form asks before replacing it.
   */
  readonly theirs: 'untouched' | 'sent' | 'asked'
}

interface Server {
  readonly use: (...handlers: RequestHandler[]) => void
}

const ASKS = /Another administrator changed this/

/** Tests each form while another administrator saves: it must not restore the older value. */
export function testEdits(forms: readonly EditForm[], server: Server, render: (form: ReactElement) => unknown) {
  test.each(forms)('$file: $theirs', async (form) => {
    const [older, theirs] = form.swap ?? ['older', 'theirs']
    let stored = form.stored
    const sent: string[] = []
    const keep = async ({ request }: { request: Request }) => {
      sent.push(await request.text())
      return HttpResponse.json(stored)
    }
    server.use(...(['post', 'put', 'patch', 'delete'] as const).map((method) => http[method]('*', keep)))
    render(form.open(stored as never))
    server.use(
      ...Object.entries(form.reads).map(([path, answer]) =>
        http.get(`*${path}`, () => HttpResponse.json(answer(stored as never) as object)),
      ),
    )

    if (typeof form.change === 'function') await form.change()
    else await type(...form.change)
    const before = JSON.stringify(stored)
    stored = JSON.parse(before.replaceAll(older, theirs)) as object
    expect(JSON.stringify(stored), 'the other administrator has changed something').not.toBe(before)
    await save()

    if (form.theirs === 'asked') {
      expect((await screen.findAllByText(ASKS))[0]).toBeVisible()
      expect(sent, 'nothing is sent before the question is answered').toEqual([])
      await save()
    }
    await waitFor(() => expect(sent).not.toEqual([]))
    const text = sent.join('\n')
    expect(text).toContain(form.mine ?? (typeof form.change === 'function' ? 'mine' : form.change[1]))
    expect(text, 'the older value is not brought back').not.toContain(older)
    if (form.theirs === 'sent') expect(text, 'the newer value is kept').toContain(theirs)
    if (form.theirs === 'untouched') expect(text, 'the newer value is left to the server').not.toContain(theirs)
  })
}

async function save() {
  const buttons = await screen.findAllByRole('button')
  const button = buttons.find((one) => (one as HTMLButtonElement).type === 'submit' && one.closest('form'))
  if (!button) throw new Error('the form has no button that sends it')
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}

/** Types into a field whose label may be marked optional. */
export async function type(label: string, text: string) {
  const field = await screen.findByLabelText((found) => found === label || found.startsWith(`${label} (`))
  fireEvent.change(field, { target: { value: text } })
}

/** Selects or deselects an option of a combobox. */
export async function pick(label: string | RegExp, option: string | RegExp) {
  const field = await screen.findByRole('combobox', { name: label })
  await waitFor(() => expect(field).toBeEnabled())
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

export const check = async (label: string | RegExp) =>
  userEvent.click((await screen.findAllByLabelText(label))[0] as HTMLElement)

const FORMS = /\buse(Dialog|Settings|Table)?Form\b[<(]|<FormDialog\b/g
const NO_SOURCE = /\.test\.|testing|shared\/(dialog-form|settings-form|use-table-form)/

/** Lists the files of all forms and dialogs with fields below a folder, once for each form. */
export function formsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => /\.tsx?$/.test(name) && !NO_SOURCE.test(name))
    .sort()
    .flatMap((name) => {
      const forms = readFileSync(join(folder, name), 'utf8').match(FORMS) ?? []
      return forms.map(() => name.replace(/\.tsx?$/, ''))
    })
}
