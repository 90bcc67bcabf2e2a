import type { DataOf } from '@/shared/api/types';

export type MockMessage = Pick<
  DataOf<'post', '/api/message/list'>[number],
  'id' | 'type' | 'title' | 'subTitle' | 'avatar' | 'content' | 'time' | 'status'
> & { messageType?: 0 | 1 | 2 | 3 };

/** One message of each kind, and one already read. */
export const mockMessages: readonly MockMessage[] = [
  {
    id: '1',
    type: 'message',
    title: '陈伟',
    subTitle: '的私信',
    avatar: '',
    content: '作业已批改，请查收',
    time: '今天 12:30:01',
    status: 0,
  },
  {
    id: '2',
    type: 'message',
    title: '徐岚',
    subTitle: '的回复',
    avatar: '',
    content: '好的，周四答疑时见',
    time: '今天 12:30:01',
    status: 1,
  },
  {
    id: '3',
    type: 'notice',
    title: '停课通知',
    subTitle: '',
    avatar: '',
    content: '周五《商务统计》停课一次',
    time: '今天 09:00:00',
    messageType: 3,
    status: 0,
  },
  {
    id: '4',
    type: 'notice',
    title: '换教室',
    subTitle: '',
    avatar: '',
    content: '《消费者行为》改到 B-118',
    time: '昨天 18:00:00',
    messageType: 1,
    status: 0,
  },
  {
    id: '5',
    type: 'todo',
    title: '修改初始密码',
    subTitle: '',
    avatar: '',
    content: '首次登录后请修改密码',
    time: '今天 08:00:00',
    messageType: 0,
    status: 0,
  },
];
