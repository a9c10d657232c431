export const toastCopy = {
  success: {
    title: 'Success!',
    text: 'Your information has been submitted. Check your email and enjoy the video!',
  },
  error: {
    title: 'Error',
    text: 'There was a problem submitting your information. Please try again.',
  },
} as const
