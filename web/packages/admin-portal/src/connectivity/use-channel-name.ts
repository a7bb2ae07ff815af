import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { usePermissions } from '../shared/permissions'
import { channelsQuery } from './slack.queries'

/** `#alerts`; the id of a channel that is gone, or that this person may not see. */
export function useChannelName(): (id: string) => string {
  const enabled = usePermissions()('fe.connectivity.read.slackChannels')
  const { data: channels = [] } = useQuery({ ...channelsQuery(useApi()), enabled })
  return (id) => {
    const found = channels.find((channel) => channel.id === id)
    return found ? `#${found.name}` : id
  }
}
