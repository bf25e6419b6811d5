/** With which every request is sent, so that the service's support can see who calls; a test compares the version. */
export const USER_AGENT = 'n8n-nodes-video-subscription/0.1.0';
