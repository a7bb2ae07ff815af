import { useCreate } from '../shared/create-button'
import { PlanDialog } from './plan-dialog'
import { useT } from './plans.texts'

/** Button and dialog that create a plan, for the page header and the empty table. */
export function useCreatePlan() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.entitlements',
    dialog: (close) => <PlanDialog onClose={close} />,
  })
}
