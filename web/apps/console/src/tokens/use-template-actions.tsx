import { useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { useCreate } from '../shared/create-button'
import type { TokenTemplate } from '../wire'
import { TemplateDialog } from './template-dialog'
import { deleteTemplate } from './tokens.actions'
import { useT } from './tokens.texts'

export function useTemplateActions(onDeleted?: () => void) {
  const t = useT()
  return useEditAndDelete<TokenTemplate>({
    change: 'vendor.write.configuration',
    t,
    editor: (template, close) => <TemplateDialog template={template} onClose={close} />,
    deletion: { action: deleteTemplate },
    onDeleted,
  })
}

/** Button and dialog that create a template, for the page header and the empty table. */
export function useCreateTemplate() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.configuration',
    dialog: (close) => <TemplateDialog onClose={close} />,
  })
}
