import { errorText, isNetworkError, toast } from '@gatehouse/ui'
import { Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../portal.texts'
import { type Action, useAction } from './action'

interface InstantToggleProps {
  readonly label: string
  readonly help?: string
  /** As the server has it. */
  readonly checked: boolean
  /** Its `done` is left out: the toggle says itself what it did, with a way back. */
  readonly action: Action<boolean>
  /** What a toast says: "Sign-in is restricted to your domains". */
  readonly done: (checked: boolean) => string
  readonly disabled?: boolean
}

/** A setting that is saved as it is switched. It shows at once, goes back with the reason when refused, and can be undone. */
export function InstantToggle({ label, help, checked, action, done, disabled }: InstantToggleProps) {
  const t = useT()
  const id = useId()
  const [wish, setWish] = useState<boolean>()
  const { run, isRunning } = useAction(action, { awaitRefetch: true })

  async function change(next: boolean, isUndo = false) {
    setWish(next)
    try {
      await run(next)
      // Under another id: the toast with the button is on its way out since the click.
      if (isUndo) toast.success(t('toggle.undone'), { id: `${id}undone` })
      else
        toast.success(done(next), { id, action: { label: t('toggle.undo'), onClick: () => void change(!next, true) } })
    } catch (error) {
      const reason = errorText(error)
      // It may have been switched, and its answer been lost: then it is read anew.
      toast.error(isNetworkError(error) ? reason : t('toggle.refused', { name: label, reason }), { id })
    } finally {
      setWish(undefined)
    }
  }
  return (
    <Switch
      label={label}
      // The library makes the help a part of the name, too.
      aria-label={label}
      description={help}
      checked={wish ?? checked}
      onChange={(event) => void change(event.currentTarget.checked)}
      disabled={disabled}
      // Stays in reach of the keyboard while it saves: a second press would race with the first.
      readOnly={isRunning}
      onClick={(event) => isRunning && event.preventDefault()}
    />
  )
}
