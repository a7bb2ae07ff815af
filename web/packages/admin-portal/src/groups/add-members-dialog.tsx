import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import type { Group } from '../wire'
import { addMembers } from './groups.actions'
import { t, useT } from './groups.texts'
import { PeopleField } from './people-field'

const schema = z.object({
  userIds: z
    .array(z.string())
    .min(1, { error: () => t('members.missing') })
    .max(100),
})

export function AddMembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useT()
  const add = useAction(addMembers)
  const dialog = useDialogForm({
    schema,
    start: { userIds: [] as string[] },
    save: ({ userIds }) => add.run({ group, userIds }),
    refusals: { 'members.*': 'userIds' },
    onClose,
  })
  const memberIds = (group.users ?? []).map(({ id }) => id)
  return (
    <DialogForm
      of={dialog}
      title={t('members.dialog', { name: group.name })}
      description={t('members.dialogHelp')}
      submitLabel={t('members.submit')}
    >
      <Field of={dialog} name="userIds">
        {(input) => <PeopleField label={t('members.field')} without={memberIds} {...input} />}
      </Field>
    </DialogForm>
  )
}
