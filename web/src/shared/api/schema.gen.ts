// Stands in for what `npm run gen:api` writes from api/openapi.yaml, with the calls of the specification.

type Enveloped<T> = {
  responses: {
    200: { content: { 'application/json': { statusCode: number; succeeded: boolean; data: T; errors?: string[] | null } } };
  };
};

type Json<B> = { requestBody: { content: { 'application/json': B } } };

export interface components {
  schemas: {
    UserInfo: {
      name: string;
      avatar: string;
      job: string;
      organization: string;
      location: string;
      email: string;
      introduction: string;
      personalWebsite: string;
      jobName: string;
      organizationName: string;
      locationName: string;
      phone: string;
      registrationDate: string;
      accountId: string;
      certification: string;
      nickname?: string;
      countryRegion?: string;
      firstPassword?: boolean;
      secondFactor?: boolean;
      role: 'user' | 'admin';
    };
    Session: {
      id: string;
      address: string;
      agent: string;
      started: string;
      seen: string;
      ends: string;
      current: boolean;
    };
    TimetableClass: {
      id: string;
      course: string;
      day: string;
      starts: string;
      ends: string;
      room: string;
      teacher: string;
      state: 'held' | 'cancelled' | 'moved' | 'added';
    };
    Timetable: { classes: components['schemas']['TimetableClass'][] };
    CourseProgress: { id: string; name: string; progress: number; next: string };
    MenuItem: {
      path?: string;
      name: string;
      meta?: { locale?: string; requiresAuth?: boolean; icon?: string; order?: number };
      children?: components['schemas']['MenuItem'][] | null;
    };
    Message: {
      id: string;
      type: 'message' | 'notice' | 'todo';
      title: string;
      subTitle: string;
      avatar: string;
      content: string;
      time: string;
      messageType?: 0 | 1 | 2 | 3;
      status: 0 | 1;
    };
  };
}

export interface paths {
  '/api/Identity/connect/token': {
    post: {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            client_id: string;
            client_secret: string;
            grant_type: string;
            scope: string;
          };
        };
      };
      responses: { 200: { content: { 'application/json': { access_token: string } } } };
    };
  };
  '/api/Students/Students/Login': {
    post: Json<{ phoneNumber: string; password: string; factor?: string }> & Enveloped<{ id: string; name: string }>;
  };
  '/api/Students/Students/GetStudentInfoOutput': { get: Enveloped<Record<string, unknown>> };
  '/api/user/info': {
    get: Enveloped<components['schemas']['UserInfo']>;
    patch: Json<{
      nickname?: string;
      email?: string;
      countryRegion?: string;
      area?: string;
      locationName?: string;
      introduction?: string;
      personalWebsite?: string;
      jobName?: string;
    }> &
      Enveloped<components['schemas']['UserInfo']>;
  };
  '/api/user/password': { put: Json<{ oldPassword: string; newPassword: string }> & Enveloped<null> };
  '/api/user/sessions': { get: Enveloped<components['schemas']['Session'][]> };
  '/api/user/sessions/{session}': { delete: { parameters: { path: { session: string } } } & Enveloped<null> };
  '/api/user/factor': {
    post: Json<{ password: string }> & Enveloped<{ secret: string; url: string }>;
    put: Json<{ code: string }> & Enveloped<{ codes: string[] }>;
    delete: Json<{ password: string; code: string }> & Enveloped<null>;
  };
  '/api/timetable': { get: { parameters: { query?: { term?: string } } } & Enveloped<components['schemas']['Timetable']> };
  '/api/courses': { get: Enveloped<components['schemas']['CourseProgress'][]> };
  '/api/user/logout': { post: Enveloped<null> };
  '/api/user/menu': { post: Enveloped<components['schemas']['MenuItem'][]> };
  '/api/message/list': { post: Enveloped<components['schemas']['Message'][]> };
  '/api/message/read': { post: Json<{ ids: string[] }> & Enveloped<boolean> };
}
