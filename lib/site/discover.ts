export const discoverCopy = {
  title: 'Here’s what you’ll discover inside this training…',
  bullets: [
    {
      title: 'Escape college with a skill that pays',
      text: 'Leave the lecture hall with something a degree rarely gives you: a valuable skill that businesses already pay for.',
    },
    {
      title: 'Turn brand scaling into online income',
      text: 'Why brand scaling is a valuable skill: growing brands need it, few people have it, and it pays online, from anywhere.',
    },
    {
      title: 'Land a guaranteed paying client in under 90 days',
      text: 'The exact outreach that turns a stranger into your first paying client, guaranteed, in less than one semester.',
    },
  ],
} as const
