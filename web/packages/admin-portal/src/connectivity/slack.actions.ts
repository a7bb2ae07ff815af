import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { SlackSubscription } from '../wire'
import { t } from './connectivity.texts'
import { SLACK_KEY } from './slack.queries'

const SLACK = '/integrations/resources/configurations/v1/slack'

type Values = Omit<SlackSubscription, 'id'>

export const connectSlack = defineAction({
  call: (api, body: { readonly code: string; readonly redirectUri: string }) =>
    unwrap(api.POST(`${SLACK}/applications/registrations`, { body })),
  invalidates: [SLACK_KEY],
  done: () => t('slack.connected'),
})

export const disconnectSlack = defineAction({
  call: (api) => unwrap(api.DELETE(`${SLACK}/applications/registrations`)),
  invalidates: [SLACK_KEY],
  done: () => t('slack.disconnected'),
})

export const addSlackSubscription = defineAction({
  call: (api, body: Values) => unwrap(api.POST(`${SLACK}/subscriptions`, { body })),
  invalidates: [SLACK_KEY],
  done: () => t('create.done'),
})

export const changeSlackSubscription = defineAction({
  call: (api, { id, ...body }: SlackSubscription) =>
    unwrap(api.PATCH(`${SLACK}/subscription/{subscription_id}`, { params: { path: { subscription_id: id } }, body })),
  invalidates: [SLACK_KEY],
  done: () => t('edit.done'),
})

export const deleteSlackSubscription = defineAction({
  call: (api, { id }: SlackSubscription) =>
    unwrap(api.DELETE(`${SLACK}/subscriptions/{subscription_id}`, { params: { path: { subscription_id: id } } })),
  invalidates: [SLACK_KEY],
  done: () => t('delete.done'),
})

export const switchSlackSubscription = ({ id, slackEvents }: SlackSubscription) =>
  defineAction({
    call: (api, isActive: boolean) =>
      unwrap(
        api.PATCH(`${SLACK}/subscription/{subscription_id}`, {
          params: { path: { subscription_id: id } },
          body: { isActive, slackEvents },
        }),
      ),
    invalidates: [SLACK_KEY],
  })
