import { useCreate } from '../shared/create-button'
import { PlanDialog } from './plan-dialog'
import { useT } from './plans.texts'

/** The button for one more, in the page's head and in the empty table. */
export function useCreatePlan() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.entitlements',
    dialog: (close) => <PlanDialog onClose={close} />,
  })
}
